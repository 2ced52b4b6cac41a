// The words of an account, chosen like the first ones. Loaded with it.
import { createWordBook } from '../strings.js';
import { accountEnglish, type AccountWords } from '../strings.account.en.js';

export type { AccountWords };

export const accountWords = /* @__PURE__ */ createWordBook<AccountWords>('account', accountEnglish);
