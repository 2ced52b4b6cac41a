// Which addresses a page may have called: names and numbers that are public.
import ipaddr from 'ipaddr.js';

import { globMatches } from '../../base/glob.js';

/** Why an address may not be called, in words that follow its name; undefined where it may. */
export type AddressCheck = (address: string) => string | undefined;

/** Names that lead into somebody's own network. */
const privateNames = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|lan|home|home\.arpa|svc)$/;
/** Public by its range, yet the inside of one maker's machines. */
const insideAddresses = ['168.63.129.16'];
const longest = 16_384;

/** What readers of addresses drop at the beginning (URL parsers, and `trim` of several languages), and inside. */
// oxlint-disable-next-line no-control-regex
const dropped = /^[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+|[\t\n\r]/g;
/** Any scheme with slashes, schemes that work without, and a host or a network share behind two slashes of either kind. */
const addressLike =
  /^(?:[a-z][a-z\d+.-]*:[\\/]|(?:https?|wss?|ftps?|sftp|file|data|blob|gopher|dict|ldaps?|smb|jar|javascript|s3|gs|oss):|[\\/]{2})/i;
const longestStart = 256;

/** True for a text that some reader takes for an address, however it is spelled: not only for one that `checkAddress` finds plain. */
export const isAddressLike = (text: string, form = addressLike): boolean =>
  form.test((text.length > longest ? text.slice(0, longest) : text).replaceAll(dropped, '').slice(0, longestStart));

/** The scheme, the authority, and nothing that two readers may read in two ways. */
const plainAddress = /^https?:\/\/([^/?#\\\s@]+)(?:[/?#]|$)/i;

/**
 * `allowed`: all private addresses (true), or hosts by name or glob. Every spelling of a number is looked at (decimal, octal, hexadecimal, short,
 * mapped into IPv6); a name is not resolved, since its caller resolves it again: a service that fetches has to check what it finds.
 */
export function createAddressCheck(allowed: boolean | readonly string[] = false): AddressCheck {
  return (address) => {
    if (address.length > longest) return `is longer than ${longest} characters.`;
    if (!/^https?:\/\//i.test(address)) return 'is not an http(s) address.';
    // oxlint-disable-next-line no-control-regex
    const authority = /[\u0000-\u0020\u007f]/.test(address) ? undefined : plainAddress.exec(address)?.[1];
    if (authority === undefined || !URL.canParse(address)) return 'is no plain address.';
    const { hostname, host } = new URL(address);
    const written = authority.toLowerCase().replace(/:\d*$/, '');
    if (
      allowed === true ||
      (Array.isArray(allowed) && allowed.some((glob: string) => globMatches(glob, hostname) || globMatches(glob, host)))
    )
      return undefined;
    if (!isPublic(hostname)) return 'points into a private network.';
    // Other readers than this one may read another host out of it: octal numbers as decimal ones, say.
    return written === hostname ? undefined : 'does not write its host in the usual form.';
  };
}

/** What a site lets be called in its name. */
export interface AddressRules {
  readonly check: AddressCheck;
  /** Whether the site has named the host of an address in `privateAddresses`. */
  isNamedHost(address: string): boolean;
}

export const createAddressRules = (allowed?: boolean | readonly string[]): AddressRules => ({
  check: createAddressCheck(allowed),
  isNamedHost: (address) => isNamedHost(allowed, address),
});

/** Whether a host is one of those that a site has named, by name or glob: its addresses are not looked at. */
export function isNamedHost(allowed: boolean | readonly string[] | undefined, address: string): boolean {
  if (typeof allowed !== 'object') return allowed === true;
  const { hostname, host } = new URL(address);
  return allowed.some((glob) => globMatches(glob, hostname) || globMatches(glob, host));
}

/** True for a host that is written as a number, as a URL has it. */
export const isAddress = (hostname: string): boolean => ipaddr.isValid(unbracketed(hostname));
const unbracketed = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');

/** True for a name with a dot that is no private one, and for a number anybody can reach. `hostname` as a URL has it. */
export function isPublic(hostname: string): boolean {
  const name = unbracketed(hostname);
  if (!ipaddr.isValid(name)) return name.includes('.') && !privateNames.test(name);
  const number = ipaddr.process(name);
  return number.range() === 'unicast' && !insideAddresses.includes(number.toString());
}
