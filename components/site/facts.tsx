const facts = [
  {
    title: 'Paste one address',
    text: 'Every camera gets one SRT address. Enter it in OBS, Larix, vMix or any encoder; nothing to install or pair.',
  },
  {
    title: 'See every camera',
    text: 'All cameras of your show side by side in the browser, on any number of screens, in the control room or on the road.',
  },
  {
    title: 'It recovers by itself',
    text: 'A camera that drops, a network that stutters, a server that restarts: the picture returns without a reload.',
  },
];

/** Three facts about the product. */
export function Facts() {
  return (
    <section className="grid gap-8 border-t py-14 sm:grid-cols-3 sm:py-20">
      {facts.map(({ title, text }) => (
        <div key={title} className="grid content-start gap-2">
          <h2 className="font-semibold text-md">{title}</h2>
          <p className="text-pretty text-muted">{text}</p>
        </div>
      ))}
    </section>
  );
}
