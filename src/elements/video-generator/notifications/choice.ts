// In which ways a person wants to hear of a video that ended: their own choice, kept in this browser for every page of the site.
import { namesIn } from '../names-in.js';
import { stored } from '../../shared/stored.js';

/** The browser's own notification, a number in the title of a hidden page, a number on the icon of an installed app, a quiet sound. */
const allWays = ['system', 'title', 'badge', 'sound'] as const;

/** A way in which a visitor hears of a video that is ready or has failed. */
export type NotificationWay = (typeof allWays)[number];

const key = 'voxreel-notifications';
/** Where the browser keeps nothing for this page. */
let unkept = '';

const among = (names: readonly string[]): readonly NotificationWay[] => allWays.filter((way) => names.includes(way));

/** What the page lets visitors choose from; all where it says nothing. */
export const offeredWays = (attribute: string | undefined): readonly NotificationWay[] =>
  attribute === undefined ? allWays : among(namesIn(attribute));

/** None until a person chose one. */
export const chosenWays = (): readonly NotificationWay[] => among(namesIn(stored((storage) => storage.getItem(key)) ?? unkept));

export function chooseWay(way: NotificationWay, on: boolean): void {
  unkept = allWays.filter((one) => (one === way ? on : chosenWays().includes(one))).join(' ');
  stored((storage) => storage.setItem(key, unkept));
}
