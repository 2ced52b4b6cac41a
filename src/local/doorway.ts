// Which callers get an answer: programs, and pages of the allowed origins, by a name that this service has.
import { isIP } from 'node:net';

import type { Origins } from '../server/requests/origin.js';
import type { Rejection } from './realtime/admission.js';

export interface Doorway {
  /** Pages of other origins that may ask. */
  readonly origins: Origins;
  /** Names it is reached by beside those of loopback, with or without a port. */
  readonly hosts: ReadonlySet<string>;
}

/** Why a caller is turned away; undefined for one that may ask. A program names no origin: it needs the key alone. */
export function refusalAtDoor(headers: Headers, doorway: Doorway): Rejection | undefined {
  const host = headers.get('host');
  if (host !== null && !isKnownHost(host, doorway.hosts))
    return {
      status: 403,
      code: 'host_not_allowed',
      message: `The local service does not answer to the name "${host}". Use 127.0.0.1, or add the name to "hosts".`,
      param: 'Host',
    };
  if (isAllowedPage(headers, doorway.origins)) return undefined;
  return {
    status: 403,
    code: 'origin_not_allowed',
    message: 'Pages of this origin may not use the local service. Ask through the gateway, or add the origin to "origins".',
    param: 'Origin',
  };
}

/** What lets the page that asks read the answer. */
export function corsHeaders(headers: Headers, { origins }: Doorway): Record<string, string> {
  if (origins === '*') return { 'access-control-allow-origin': '*' };
  const origin = headers.get('origin');
  return origin === null || !origins.includes(origin) ? { vary: 'origin' } : { 'access-control-allow-origin': origin, vary: 'origin' };
}

/** A page whose own name has been pointed at this machine (DNS rebinding) sends that name; a number cannot be pointed anywhere. */
function isKnownHost(host: string, hosts: ReadonlySet<string>): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname) || hosts.has(hostname) || hosts.has(host)) return true;
  const listensEverywhere = hosts.has('0.0.0.0') || hosts.has('[::]');
  return listensEverywhere && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function isAllowedPage(headers: Headers, origins: Origins): boolean {
  if (origins === '*') return true;
  const origin = headers.get('origin');
  if (origin !== null) return origins.includes(origin);
  // An image, a script, a link or a plain form names no origin, but says that it comes from another site.
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'none' || site === 'same-origin' || origins.includes(originOf(headers.get('referer') ?? ''));
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');
