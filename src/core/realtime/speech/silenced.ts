// Answers the user had enough of: none of their sound is played any more.

/** A server that heard the user stops by itself; one that still sends after this long is sent a `response.cancel`. */
const patienceMs = 1000;

export function createSilenced() {
  const since = new Map<string | undefined, number>();
  return {
    has: (responseId: string | undefined) => since.has(responseId),
    add(responseId: string | undefined) {
      if (responseId === undefined || since.has(responseId)) return;
      since.set(responseId, Date.now());
      const [oldest] = since.keys();
      if (since.size > 20) since.delete(oldest);
    },
    /** True once for each answer that still arrives long after it was silenced. */
    isLate(responseId: string | undefined) {
      const at = since.get(responseId);
      if (at === undefined || Date.now() - at < patienceMs) return false;
      since.set(responseId, Number.POSITIVE_INFINITY);
      return true;
    },
  };
}
