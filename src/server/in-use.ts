// How much of something one user, and all users together, have in use in this process.

export interface InUseLimits {
  readonly perUser: number | false;
  readonly total: number | false;
}

export interface InUse {
  /** Takes `amount`, or nothing where that would be too much. */
  take(userId: string, amount?: number): boolean;
  /** Gives back what was taken. */
  give(userId: string, amount?: number): void;
}

export function createInUse({ perUser, total }: InUseLimits): InUse {
  const ofUser = new Map<string, number>();
  let ofAll = 0;
  const change = (userId: string, amount: number): void => {
    const left = (ofUser.get(userId) ?? 0) + amount;
    ofAll += amount;
    if (left === 0) ofUser.delete(userId);
    else ofUser.set(userId, left);
  };
  return {
    take(userId, amount = 1) {
      const isTooMuch = (perUser !== false && (ofUser.get(userId) ?? 0) + amount > perUser) || (total !== false && ofAll + amount > total);
      if (!isTooMuch) change(userId, amount);
      return !isTooMuch;
    },
    give: (userId, amount = 1) => change(userId, -amount),
  };
}
