// Where Gemini Live is.

export const geminiPath = '/ws/google.ai.generativelanguage';
/** Tokens are in the preview alone. */
export const tokenVersion = 'v1alpha';

/** Where a page connects with a token. */
export const geminiAddress = (base: string, token: string): string =>
  `${base.replace(/\/+$/, '').replace(/^http/, 'ws')}${geminiPath}.${tokenVersion}.GenerativeService.BidiGenerateContentConstrained?access_token=${encodeURIComponent(token)}`;
