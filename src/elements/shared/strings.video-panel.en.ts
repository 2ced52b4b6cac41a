// English for the controls a chip opens in <video-generator>, and for a draft that was refused. Loaded with them.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './strings.js';

export const videoPanelEnglish = {
  drafts: 'Drafts',
  newDraft: 'New draft',
  untitledDraft: 'Untitled draft',
  removeDraft: 'Delete this draft',
  promptHelp: 'Prompt help',
  promptMissing: 'Write what the video should show.',
  promptTooLong: { one: '1 character too many.', other: '{count} characters too many.' },
  modelMissing: 'Choose a model first.',
  frameNoImage: 'This is not a picture.',
  frameUnreadable: 'This browser cannot read the picture: choose a JPEG or PNG.',
  modelOther: 'Another model',
  modelOtherHint: 'Names such as {names}',
  modelFind: 'Find or name a model',
  ignored: 'This model makes no use of: {names}.',
  adjusted: 'Changed to what this model offers: {names}.',
  width: 'Width',
  height: 'Height',
  seedHint: 'The same seed and prompt give the same video again, where the model allows it.',
  seedFix: 'Fix one',
  secondsUnit: 'seconds',
  metadata: 'Further options (JSON)',
  metadataHint: 'Sent to the provider as they are, over the fields above.',
  metadataWrong: 'This is not a JSON object.',
  frameHint: 'Drop or paste a picture here, or',
  chooseFile: 'Choose a file',
  frameShrinks: 'The picture has {size} and is made smaller before it is sent: this model takes {limit}.',
  frameUrl: 'Address of a picture',
  firstFrameClear: 'Remove first frame',
  lastFrameClear: 'Remove last frame',
  priceOf: 'About {amount}, at the price of {date}',
  priceRate: '{amount} a second, at the price of {date}',
  spendLeft: '{amount} left',
  spendOver: 'This costs more than you have left ({amount}) until {when}.',
  uploading: 'Uploading',
  errors: errorWords,
};

export type VideoPanelWords = WordsOf<typeof videoPanelEnglish>;
