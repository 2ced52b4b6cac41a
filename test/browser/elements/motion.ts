// Motion at its end, for checks that look at colors: what fades in is pale, and some engines hold the motion of what cannot be seen.

/** What moves to an end is at it; what goes round forever goes on. */
export function finishMotion(...trees: readonly (DocumentOrShadowRoot | null)[]): void {
  for (const animation of trees.flatMap((tree) => tree?.getAnimations() ?? []))
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}
