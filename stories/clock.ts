// The time of day in stories: it stands still, so that what counts seconds looks the same each time.

/** Milliseconds since 1970: when every story takes place. */
export const storyTime = Date.UTC(2026, 10, 21, 9, 30);

const real = Date.now.bind(Date);

export function stopClock(): void {
  Date.now = () => storyTime;
}

/** For what is played at its own pace. */
export function startClock(): void {
  Date.now = real;
}
