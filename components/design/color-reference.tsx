import { MeasureSpecimen } from './measure-specimen';
import { ThemeSpecimen } from './theme-specimen';
import { ThemeSwitch } from './theme-switch';
import { TypeSpecimen } from './type-specimen';

/** The design tokens in use: colors in both themes, type, states, components. */
export function ColorReference() {
  return (
    <div className="mx-auto grid max-w-6xl gap-16 px-4 py-10 sm:px-6">
      <div className="grid justify-items-start gap-4">
        <h1 className="font-semibold text-xl">Color Preview</h1>
        <p className="max-w-2xl text-muted">
          Ink and paper. Color means state: green is live, amber is in transition, red has failed, blue informs. Every
          value is read from this page, with its contrast to the canvas.
        </p>
        <ThemeSwitch />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <ThemeSpecimen theme="light" />
        <ThemeSpecimen theme="dark" />
      </div>
      <TypeSpecimen />
      <MeasureSpecimen />
    </div>
  );
}
