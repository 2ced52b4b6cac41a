// The drafts a person writes: the one in the form and those beside it, kept as they change. Those that another page has are not here.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { createClock } from '../../../core/clock.js';
import { reportError } from '../../../core/emitter.js';
import { isSameOwner, openDrafts, type DraftOwner, type DraftStore } from '../../../core/video/drafts/draft-store.js';
import { openKeptDrafts, type KeptDraft } from '../../../core/video/drafts/kept-drafts.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { ComposerController } from '../composer/composer-controller.js';
import { VideoDraftEvent } from '../events.js';

export interface DraftKeeperHost {
  readonly element: ReactiveControllerHost & HTMLElement;
  readonly composer: ComposerController;
}

/** A letter is on disk so soon after it. */
const writeMs = 250;
/** Who signs in takes along what was written so recently before. */
const loginMs = 3_600_000;
const mostTabs = 12;

export class DraftKeeper implements ReactiveController {
  readonly #host: DraftKeeperHost;
  #owner: DraftOwner | undefined;
  #store: DraftStore | undefined;
  /** In the order in which they were begun; one of them is in the form. */
  #tabs: readonly KeptDraft[];
  #id = newId();
  /** As the form was when it was last looked at, and when it was sent. */
  #seen: VideoDraft | undefined;
  #sent: VideoDraft | undefined;
  #writing: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<unknown> = Promise.resolve();
  #unfollow: (() => void) | undefined;
  #told = false;

  constructor(host: DraftKeeperHost) {
    this.#host = host;
    this.#tabs = [this.#current()];
    host.element.addController(this);
  }

  /** Those a person can choose from. */
  get tabs(): readonly KeptDraft[] {
    return this.#tabs;
  }

  get chosen(): string {
    return this.#id;
  }

  /** There is something in the form, and room for one more. */
  get canAdd(): boolean {
    return !isBlank(this.#host.composer.draft) && this.#tabs.length < mostTabs;
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#settle);
    this.#host.element.requestUpdate();
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#settle);
    this.#settle();
    this.#leave();
  }

  /** Takes up whose drafts these are, and what has changed in the form; before each render. */
  follow(owner: DraftOwner): void {
    if (!this.#host.element.isConnected) return;
    const before = this.#owner;
    if (before === undefined || !isSameOwner(before, owner)) this.#enter(owner, before);
    this.#look();
  }

  #look(): void {
    const { draft, given } = this.#host.composer;
    if (draft === this.#seen) return;
    const isNews = draft !== given && (this.#seen !== undefined || !isBlank(draft));
    this.#seen = draft;
    this.#keep(this.#current());
    this.#writing ??= setTimeout(this.#flush, writeMs);
    if (isNews) this.#tell();
  }

  choose(id: string): void {
    const tab = this.#tabs.find((one) => one.id === id);
    if (tab === undefined || id === this.#id) return;
    this.#flush();
    this.#show(tab);
  }

  /** An empty one, for the same model. */
  add(): void {
    this.#flush();
    this.#begin();
  }

  /** Sets a draft beside the others, or into a form in which nothing is written. Returns its id; undefined where there is no room for one more. */
  put(draft: VideoDraft, parentId: string): string | undefined {
    if (isBlank(this.#host.composer.draft)) {
      this.#host.composer.load(draft, parentId);
      return this.#id;
    }
    if (this.#tabs.length >= mostTabs) return undefined;
    const kept = { id: newId(), draft, parentId, updatedAt: Date.now() };
    this.#keep(kept);
    void this.#store?.put(kept).catch(reportError);
    this.#host.element.requestUpdate();
    return kept.id;
  }

  remove(id: string): void {
    if (!this.#tabs.some((one) => one.id === id)) return;
    void this.#store?.remove(id).catch(reportError);
    this.#drop(id);
  }

  #drop(id: string): void {
    const at = this.#tabs.findIndex((one) => one.id === id);
    if (id === this.#id) this.#cancelWrite();
    this.#tabs = this.#tabs.toSpliced(at, 1);
    const next = this.#tabs[Math.min(at, this.#tabs.length - 1)];
    if (id !== this.#id) this.#host.element.requestUpdate();
    else if (next === undefined) this.#begin();
    else this.#show(next);
  }

  /** `work` makes a task of what is in the form. It stays there then, and is kept no longer unless it was changed. */
  async send(work: () => Promise<object | undefined>): Promise<void> {
    const [store, id, { draft }] = [this.#store, this.#id, this.#host.composer];
    this.#cancelWrite();
    this.#sent = draft;
    const task = await work();
    const isChanged = this.#tabs.find((tab) => tab.id === id)?.draft !== draft;
    if (task !== undefined && !isChanged) await store?.remove(id).catch(reportError);
    if (task !== undefined || isChanged) return;
    this.#sent = undefined;
    this.#writing ??= setTimeout(this.#flush, writeMs);
  }

  /** Deletes all that is kept; what is in the form is the form's to clear. */
  async forget(): Promise<void> {
    this.#cancelWrite();
    const [store, owner] = [this.#store, this.#owner];
    this.#reset();
    await store?.forget();
    if (owner === undefined) return;
    this.#owner = owner;
    // Opened by the next word that is written: until then not even its name is there. An account was left: nothing more goes into it.
    if (owner.account === undefined) this.#store = openDrafts(owner);
  }

  #current(): KeptDraft {
    const { draft, parentId } = this.#host.composer;
    return { id: this.#id, draft, parentId, updatedAt: Date.now() };
  }

  #keep(kept: KeptDraft): void {
    this.#tabs = this.#tabs.some(({ id }) => id === kept.id)
      ? this.#tabs.map((tab) => (tab.id === kept.id ? kept : tab))
      : [...this.#tabs, kept];
  }

  #show({ id, draft, parentId }: KeptDraft): void {
    this.#id = id;
    this.#host.composer.load(draft, parentId);
  }

  #begin(): void {
    this.#id = newId();
    const { model } = this.#host.composer.draft;
    this.#host.composer.load({ model, prompt: '' });
  }

  /** As the form is when the page hears of it: several changes in one go are one piece of news. */
  #tell(): void {
    if (this.#told) return;
    this.#told = true;
    queueMicrotask(() => {
      this.#told = false;
      this.#host.element.dispatchEvent(new VideoDraftEvent(this.#host.composer.draft));
    });
  }

  readonly #flush = (): void => {
    if (this.#writing === undefined) return;
    this.#cancelWrite();
    const current = this.#current();
    if (current.draft === this.#sent) return;
    const written = isBlank(current.draft) ? this.#store?.remove(current.id) : this.#store?.put(current);
    // Where there is no room it stays in the form.
    this.#written = Promise.resolve(written).catch(reportError);
  };

  /** The page or the element goes: what has changed since the last render is written, too. */
  readonly #settle = (): void => {
    if (this.#seen !== undefined) this.#look();
    this.#flush();
  };

  #cancelWrite(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
  }

  #leave(): void {
    this.#flush();
    this.#unfollow?.();
    this.#store?.close();
    this.#store = this.#owner = undefined;
  }

  #reset(): void {
    this.#unfollow?.();
    this.#store?.close();
    this.#store = this.#owner = this.#seen = undefined;
    this.#id = newId();
    this.#tabs = [];
  }

  #enter(owner: DraftOwner, before: DraftOwner | undefined): void {
    const isLogin = before?.user === '' && owner.user !== '';
    // They are this person's from now on, and nobody else's.
    if (isLogin) {
      this.#cancelWrite();
      for (const { id } of this.#tabs) void this.#store?.remove(id).catch(reportError);
    }
    this.#leave();
    // What another user wrote is theirs.
    if (before !== undefined && !isLogin) this.#reset();
    this.#owner = owner;
    const store = openDrafts(owner);
    this.#store = store;
    this.#unfollow = store.subscribe?.((ids) => void this.#hear(store, ids).catch(reportError));
    void this.#restore(store, owner, isLogin ? this.#tabs : []).catch(reportError);
  }

  /** `carried`: what was in the form at a login. */
  async #restore(store: DraftStore, owner: DraftOwner, carried: readonly KeptDraft[]): Promise<void> {
    const kept = [...(await store.all()), ...(owner.user === '' ? [] : await takeAlong(store, owner))];
    if (store !== this.#store) return;
    for (const tab of carried) if (!isBlank(tab.draft)) void store.put(tab).catch(reportError);
    const here = [...this.#tabs, ...kept].filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at);
    const isFree = isBlank(this.#host.composer.draft);
    const newest = kept.toSorted((one, other) => other.updatedAt - one.updatedAt)[0];
    this.#tabs = here
      .filter(({ id, draft }) => !isBlank(draft) || (id === this.#id && !(isFree && newest)))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(-mostTabs);
    if (isFree && newest) this.#show(newest);
    this.#host.element.requestUpdate();
  }

  /** Another device has changed or removed these. What is written here meanwhile is merged into them before they are shown. */
  async #hear(store: DraftStore, ids: readonly string[]): Promise<void> {
    const { composer, element } = this.#host;
    const isWriting = () => this.#writing !== undefined || composer.draft !== this.#seen;
    const wasWriting = isWriting();
    let found: readonly KeptDraft[];
    do {
      this.#look();
      this.#flush();
      await this.#written;
      found = (await store.some?.(ids)) ?? [];
      if (store !== this.#store) return;
    } while (isWriting());
    store.shows?.(found);
    for (const kept of found) this.#arrive(kept);
    const here = new Set(found.map(({ id }) => id));
    for (const { id } of this.#tabs.filter((tab) => ids.includes(tab.id) && !here.has(tab.id))) this.#vanish(id, wasWriting);
    element.requestUpdate();
  }

  #arrive(kept: KeptDraft): void {
    const { composer, element } = this.#host;
    const isKnown = this.#tabs.some(({ id }) => id === kept.id);
    if (isKnown) {
      this.#keep(kept);
      if (kept.id === this.#id && !isSame(kept.draft, composer.draft)) this.#showAsWritten(kept);
      return;
    }
    const isFree = isBlank(composer.draft) && !element.matches(':focus-within');
    const others = isFree ? this.#tabs.filter(({ id }) => id !== this.#id) : this.#tabs;
    if (isBlank(kept.draft) || others.length >= mostTabs) return;
    this.#tabs = [...others, kept].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (isFree) this.#showAsWritten(kept);
  }

  /** It is kept like this already. */
  #showAsWritten(kept: KeptDraft): void {
    this.#show(kept);
    this.#seen = kept.draft;
    this.#tell();
  }

  /** It was sent or removed elsewhere; what a person is writing stays under their hands, as another draft. */
  #vanish(id: string, wasWriting: boolean): void {
    if (id !== this.#id || !wasWriting) return this.#drop(id);
    this.#tabs = this.#tabs.filter((tab) => tab.id !== id);
    this.#id = newId();
    this.#seen = undefined;
  }
}

/** Pictures are the same where they are one object. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (isParted(one) &&
    isParted(other) &&
    Object.keys({ ...one, ...other }).every((name) => isSame(Reflect.get(one, name), Reflect.get(other, name))));

const isParted = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Blob);

/** Of the drafts from before the login those that are recent enough to be this person's. They are nobody else's then. */
async function takeAlong(store: DraftStore, owner: DraftOwner): Promise<readonly KeptDraft[]> {
  const unowned = openKeptDrafts({ ...owner, user: '' });
  const recent = (await unowned.all()).filter(({ updatedAt }) => Date.now() - updatedAt < loginMs);
  for (const kept of recent) {
    await store.put(kept);
    await unowned.remove(kept.id);
  }
  unowned.close();
  return recent;
}

const isBlank = ({ prompt, image, lastImage, references = [] }: VideoDraft): boolean =>
  prompt.trim() === '' && image === undefined && lastImage === undefined && references.length === 0;

const clock = createClock(undefined, () => Date.now());

/** In the order of time, also within a millisecond. */
const newId = (): string => clock.tick();
