/** The columns of the dashboard's list where there is room for them: name, sparkline, rates, latency, quality, state, action. */
export const streamColumns = '@3xl:grid-cols-[minmax(0,1fr)_6rem_5rem_3.5rem_5rem_10.5rem_3.75rem] @3xl:gap-x-3.5';
