// What a test of all services needs of each: who plays the maker, and what becomes of the next task there.
import type { Service } from 'voxreel';

/** What becomes of the next task. Every plan takes a few queries until it is done. */
export type Plan =
  | { readonly ends: 'well'; readonly url: string }
  /** Fails after it was accepted, with the maker's words. */
  | { readonly ends: 'badly'; readonly message: string; readonly code?: string }
  /** Is refused when it is asked for. */
  | { readonly ends: 'refused'; readonly message: string; readonly code?: string; readonly status: number }
  | { readonly ends: 'never' };

/** One service and what stands in for its maker: an emulator, or a stub written from the SDK's types. Shared by all tests of `services.test`. */
export interface Judge {
  readonly id: string;
  /** Who it is, for the name of the test: `aimock`, `stub from @google/genai`. */
  readonly played: string;
  /** The key as the service has it: looked for in all that leaves the gateway. */
  readonly key: string;
  readonly model: string;
  /** Starts the maker, and gives its address. */
  start(): Promise<string>;
  stop(): Promise<void>;
  /** The service that calls the maker at `baseUrl`: that of `start`, or one that breaks on the way. */
  service(baseUrl: string): Service;
  /** A later plan replaces an earlier one. */
  plan(next: Plan): void;
  /** What the maker cannot be made to do: the suite says that it is not tested. */
  readonly cannot?: readonly ('badly' | 'refused' | 'cancel')[];
  /** What becomes of the code of a plan, where this maker's words for it are a closed list, or where it has none. */
  readonly codes?: { readonly badly?: string; readonly refused?: string };
}
