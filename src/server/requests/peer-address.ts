// Who is at the other end of the line, for requests that came in over a socket of ours. No header can say it.
const addresses = new WeakMap<Request, string>();

/** Notes the network address of the sender of `request`. */
export function notePeer(request: Request, address: string | undefined): Request {
  if (address !== undefined) addresses.set(request, address);
  return request;
}

/** The address noted for `request`; undefined where nobody has noted one. */
export const peerAddress = (request: Request): string | undefined => addresses.get(request);
