/** The payload of an answer: its `data`, or the whole answer if it has no envelope (spec, section 7). */
export const dataOf = <Data extends object>(answer: { data: Data } | Data): Data =>
  'data' in answer ? answer.data : answer;
