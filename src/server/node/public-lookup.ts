// Name resolution for hosts that a stranger has named: an address that is not public is never connected to.
import { lookup as lookUp, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

import { isPublic } from '../requests/addresses.js';
import { AddressNotPublic } from '../way-out.js';

/** As `dns.lookup` where all addresses are asked for. */
export type LookUpAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name once, and gives what was resolved only where every address is public. The connection is then made to that address:
 * a name server that answers differently the next time is not asked again.
 */
export const publicLookup =
  (lookup: LookUpAll = lookUp): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const [first] = addresses;
      if (first === undefined) return callback(new Error(`${hostname} has no address.`), []);
      if (!addresses.every(({ address }) => isPublic(address))) return callback(new AddressNotPublic(hostname), []);
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
