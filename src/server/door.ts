// A gateway as our own servers ask it: its answer is written out as it is, and no `Response` of the runtime is made of it.
type Door = (request: Request) => Response | Promise<Response>;

const doors = new WeakMap<Door, Door>();

/** Notes who answers in the place of `gateway`. */
export const noteDoor = (gateway: Door, door: Door): void => void doors.set(gateway, door);

/** A gateway that a site has wrapped is asked itself. */
export const doorOf = (gateway: Door): Door => doors.get(gateway) ?? gateway;
