/** What was asked for was not there in time. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}
