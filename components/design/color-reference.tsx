import { controlHeights, fontWeights, radii, spaces, typeSizes } from './color-tokens';
import { ThemeSpecimen } from './theme-specimen';
import { ThemeSwitch } from './theme-switch';

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

const rowClass = 'grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-4 border-t pt-4';

/** The type scale, the weights, and the mono for figures. */
function TypeSpecimen() {
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold text-lg">Typography</h2>
      {typeSizes.map(({ px, className }) => (
        <div key={px} className={rowClass}>
          <span className="font-mono text-faint text-xs">{px}</span>
          <p className={`${className} truncate font-medium`}>Camera 2 is live</p>
        </div>
      ))}
      {fontWeights.map(({ weight, className }) => (
        <div key={weight} className={rowClass}>
          <span className="font-mono text-faint text-xs">{weight}</span>
          <p className={`${className} truncate text-md`}>Every camera of your show</p>
        </div>
      ))}
      <div className={rowClass}>
        <span className="font-mono text-faint text-xs">mono</span>
        <p className="truncate font-mono text-base">29.97 fps · 4.2 Mbit/s · 182 ms · 01:23:45:12</p>
      </div>
    </section>
  );
}

const captionClass = 'font-mono text-faint text-xs';

/** Space, radius, heights, elevation and motion. */
function MeasureSpecimen() {
  return (
    <section className="grid gap-8">
      <h2 className="font-semibold text-lg">Space, shape and motion</h2>
      <div className="grid gap-8 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          <h3 className="text-muted">Space, on a grid of 4 px</h3>
          {spaces.map(({ px, className }) => (
            <div key={px} className="flex items-center gap-3">
              <span className={`${captionClass} w-8`}>{px}</span>
              <span className={`${className} h-2 bg-ink`} />
            </div>
          ))}
        </div>
        <div className="grid content-start gap-6">
          <h3 className="text-muted">Radius</h3>
          <div className="flex flex-wrap gap-4">
            {radii.map(({ px, use, className }) => (
              <div key={px} className="grid justify-items-start gap-2">
                <span className={`${className} size-14 border border-line-strong bg-raised`} />
                <span className={captionClass}>{px}</span>
                <span className="text-muted text-sm">{use}</span>
              </div>
            ))}
          </div>
          <h3 className="text-muted">Height of controls</h3>
          <div className="flex flex-wrap items-end gap-4">
            {controlHeights.map(({ px, use, className }) => (
              <div key={px} className="grid justify-items-start gap-2">
                <span className={`${className} w-20 rounded-md border border-line-strong bg-raised`} />
                <span className={captionClass}>{px}</span>
                <span className="text-muted text-sm">{use}</span>
              </div>
            ))}
          </div>
        </div>
        <div className="grid content-start gap-3">
          <h3 className="text-muted">Elevation: hairlines, and one shadow for floating surfaces</h3>
          <div className="flex gap-4">
            <span className="h-14 w-28 rounded-lg border bg-raised" />
            <span className="h-14 w-28 rounded-lg border bg-floating shadow-float" />
          </div>
        </div>
        <div className="grid content-start gap-3">
          <h3 className="text-muted">Motion: 150 ms, ease-out; a live pulse of 2 s</h3>
          <p className="flex items-center gap-2 text-live">
            <span className="size-2.5 animate-live rounded-full bg-live" /> Live
          </p>
          <p className="text-muted text-sm">Only opacity and transform. Nothing moves under reduced motion.</p>
        </div>
      </div>
    </section>
  );
}
