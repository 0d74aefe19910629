/** What an answer carries: its `data`, or all of it where a server sends that without an envelope (spec, section 7). */
export const dataOf = <Data extends object>(answer: { data: Data } | Data): Data =>
  'data' in answer ? answer.data : answer;
