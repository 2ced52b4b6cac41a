// Where a launcher stands and what it opens. An attribute may hold anything: what is not known is the default.

const edges = ['top', 'bottom'] as const;
const sides = ['start', 'center', 'end'] as const;
const variants = ['compact', 'panel', 'full'] as const;

/** Where a launcher stands: `bottom-end` and others. */
export type Placement = `${(typeof edges)[number]}-${(typeof sides)[number]}`;

/** How large a launcher opens. */
export type Variant = (typeof variants)[number];

export function placementOf(placement: string | null | undefined): Placement {
  const [edge, side] = (placement ?? '').split('-');
  return `${edges.find((each) => each === edge) ?? 'bottom'}-${sides.find((each) => each === side) ?? 'end'}`;
}

export const variantOf = (variant: string | null | undefined): Variant => variants.find((each) => each === variant) ?? 'panel';
