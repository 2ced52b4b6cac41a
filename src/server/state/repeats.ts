// Which answers are the first answer to a request, given again.
const repeats = new WeakSet<Response>();

/** The same answer, known to be one given again. */
export function noteRepeat(answer: Response): Response {
  repeats.add(answer);
  return answer;
}

export const isRepeat = (answer: Response): boolean => repeats.has(answer);
