import { fontWeights, typeSizes } from './color-tokens';

const rowClass = 'grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-4 border-t pt-4';

/** The type scale, the weights, and the mono for figures. */
export function TypeSpecimen() {
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
