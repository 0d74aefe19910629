import { typeSizes } from './colour-tokens';
import { ThemeSpecimen } from './theme-specimen';

/** The tokens as they are in force: colours in both themes, type, states, controls. The theme switch is in the header. */
export function ColourReference() {
  return (
    <div className="mx-auto grid max-w-6xl gap-10 px-4 py-10 sm:px-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Color Preview</h1>
        <p className="max-w-2xl text-muted">
          Ink and paper. Colour means state: green is live, amber is on its way, red has failed, blue informs. Every
          value is read from this page, with its contrast to the canvas.
        </p>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <ThemeSpecimen theme="light" />
        <ThemeSpecimen theme="dark" />
      </div>
      <section className="grid gap-4">
        <h2 className="font-semibold text-lg">Typography</h2>
        {typeSizes.map(({ px, className }) => (
          <div key={px} className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-4 border-t pt-4">
            <span className="font-mono text-faint text-xs">{px}</span>
            <p className={`${className} truncate font-medium`}>Camera 2 is live</p>
          </div>
        ))}
        <div className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-4 border-t pt-4">
          <span className="font-mono text-faint text-xs">mono</span>
          <p className="truncate font-mono text-base">29.97 fps · 4.2 Mbit/s · 182 ms · 01:23:45:12</p>
        </div>
      </section>
    </div>
  );
}
