// Motion at its end, for checks that look at colors: what fades in is pale, and some engines hold the motion of what cannot be seen.

/** What moves to an end is at it; what goes round forever goes on. True where something moved. */
export function finishMotion(...trees: readonly (DocumentOrShadowRoot | null)[]): boolean {
  const moving = trees
    .flatMap((tree) => tree?.getAnimations() ?? [])
    .filter(({ effect, playState }) => playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity);
  for (const animation of moving) animation.finish();
  return moving.length > 0;
}
