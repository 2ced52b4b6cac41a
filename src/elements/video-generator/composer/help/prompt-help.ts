// What a page may bring to help with the prompt: all of it plain data, and one function.
import type { VideoDraft } from '../../../../core/providers/provider.js';

/** A wording to add to the prompt. */
export interface PromptPreset {
  /** What the chip says; by default the text itself. */
  readonly label?: string | undefined;
  /** What is written into the prompt, where it can be edited like the rest. */
  readonly text: string;
}

/** Chips that stand together. */
export interface PromptPresetGroup {
  /** Stands before the chips. */
  readonly title: string;
  readonly presets: readonly PromptPreset[];
}

/** A whole prompt with blanks. */
export interface PromptTemplate {
  readonly label: string;
  /** A whole prompt. What stands in square brackets is filled in by the visitor: `[subject] on [surface]`. */
  readonly text: string;
}

/** A list instead of the one that comes with the library, or a function that makes it from that one, in the words of the language in force. */
export type ListOrChange<Item> = readonly Item[] | ((defaults: readonly Item[]) => readonly Item[]);

/**
 * Rewrites a prompt, with a text model for example. Resolves with the whole new prompt, which the visitor compares with the old one and uses or
 * not. `draft` is what would be sent, `signal` aborts when the visitor cancels or closes the panel. When it rejects, the visitor sees an error, and
 * `video-error` has what it rejected with where that is a `VoxreelError`, else `enhance_failed` with it as the `cause`.
 */
export type EnhancePrompt = (draft: VideoDraft, options: { readonly signal: AbortSignal }) => Promise<string>;

/** The help with the prompt that `<video-generator>` offers. */
export interface PromptHelp {
  /** Chips by group: style, camera movement and light by default. An empty list leaves them out. */
  readonly presets?: ListOrChange<PromptPresetGroup> | undefined;
  /** An empty list leaves them out. */
  readonly templates?: ListOrChange<PromptTemplate> | undefined;
  /** Chips under a negative prompt, where the model takes one. An empty list leaves them out. */
  readonly exclusions?: ListOrChange<PromptPreset> | undefined;
  /** Without it, the panel offers no rewriting. */
  readonly enhance?: EnhancePrompt | undefined;
  /** False leaves out the visitor's earlier prompts. */
  readonly history?: boolean | undefined;
}
