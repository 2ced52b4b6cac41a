// Help with the prompt: presets, templates, another wording, earlier prompts, and the negative prompt.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { defineProvider, VoxreelError, type PromptHelp } from 'voxreel';

import type { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { scriptedTask, type ScriptedQueueOptions } from '../scripted-queue.js';
import { until } from '../until.js';
import { stage } from './stage.js';
import { engine } from '../../../engines/lacks.js';

async function helped(promptHelp?: PromptHelp, options: ScriptedQueueOptions & { readonly set?: (element: VideoGenerator) => void } = {}) {
  const staged = await stage({
    ...options,
    set: (element) => {
      element.promptHelp = promptHelp;
      options.set?.(element);
    },
  });
  const area = await staged.find<HTMLTextAreaElement>('#prompt');
  return {
    ...staged,
    area,
    async open(chip = 'help') {
      (await staged.find(`[data-opens="${chip}"]`)).click();
      await staged.find(chip === 'help' ? '#panel .phrase' : '#negative-prompt');
    },
    selected: () => area.value.slice(area.selectionStart, area.selectionEnd),
    wrote: (text: string) => until(() => area.value === text || undefined, `the prompt "${text}"; it is "${area.value}"`),
  };
}

async function pressWith(modifier: string, key: string) {
  await sendKeys({ down: modifier });
  await sendKeys({ press: key });
  await sendKeys({ up: modifier });
}

async function pressUndo() {
  await pressWith(/Mac/.test(navigator.platform) ? 'Meta' : 'Control', 'z');
  // Its automation hands keys to the page, past the shortcuts of the browser.
  if (engine === 'webkit') document.execCommand('undo');
}

const past = (...prompts: readonly string[]) =>
  prompts.map((prompt, at) => scriptedTask({ id: `past-${at}`, prompt, status: 'succeeded' }));

describe('<video-generator>: presets of the prompt', () => {
  it('write a wording into the prompt and take it out again', async () => {
    const { area, open, write, press, control, root, wrote, sent } = await helped();
    await write('A harbour at dawn');
    await open();
    await press('Watercolor');
    await wrote('A harbour at dawn, watercolor painting');
    expect((await control('Watercolor')).getAttribute('aria-pressed')).to.equal('true');
    await press('Move in');
    await press('Watercolor');
    await wrote('A harbour at dawn, slow dolly in');
    expect(root.activeElement).not.to.equal(area);
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ prompt: 'A harbour at dawn, slow dolly in' });
  });

  it('leave the focus on the chip, and can be taken back by the undo of the browser', async () => {
    const { area, open, write, control, root, wrote } = await helped();
    await write('Herons');
    await open();
    const chip = await control('Moonlight');
    chip.focus();
    await sendKeys({ press: 'Enter' });
    await wrote('Herons, moonlight');
    expect(root.activeElement).to.equal(chip);
    area.focus();
    await pressUndo();
    await wrote('Herons');
  });

  it('are those of the page, by themselves or with the defaults', async () => {
    const mine = { title: 'House', presets: [{ text: 'paper cut-out' }] };
    const { element, open, all, press, wrote } = await helped({ presets: [mine], templates: [], history: false });
    await open();
    expect(all('#panel .phrase').map((chip) => chip.textContent?.trim())).to.deep.equal(['paper cut-out']);
    await press('paper cut-out');
    await wrote('Paper cut-out');
    element.promptHelp = { presets: (defaults) => [...defaults.slice(0, 1), mine], templates: [] };
    await until(() => all('#panel .group').length === 2 || undefined, 'two groups');
    expect(all('#panel .group').map((group) => group.getAttribute('aria-label'))).to.deep.equal(['Style', 'House']);
  });

  it('are not offered where the page wants none', async () => {
    const { element, find, all } = await helped();
    await find('[data-opens="help"]');
    element.promptHelp = false;
    await element.updateComplete;
    expect(all('[data-opens="help"]')).to.deep.equal([]);
  });
});

describe('<video-generator>: templates of the prompt', () => {
  const templates = [{ label: 'Pack shot', text: '[product] on [surface], soft light' }];

  it('select their first blank; Tab and Shift+Tab walk, and leave at the ends', async () => {
    const { element, root, area, open, press, selected, wrote } = await helped({ templates });
    // Otherwise Shift+Tab would leave the page for the toolbar of the browser, from which no page can take the focus back.
    element.before(document.createElement('button'));
    await open();
    await press('Pack shot');
    await wrote('[product] on [surface], soft light');
    expect(root.activeElement).to.equal(area);
    expect(selected()).to.equal('[product]');
    await sendKeys({ type: 'A jar' });
    await sendKeys({ press: 'Tab' });
    expect(selected()).to.equal('[surface]');
    await pressWith('Shift', 'Tab');
    expect(root.activeElement).not.to.equal(area);
    area.focus();
    area.setSelectionRange(0, 0);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ type: 'slate' });
    await wrote('A jar on slate, soft light');
    await sendKeys({ press: 'Tab' });
    expect(root.activeElement).not.to.equal(area);
  });

  it('say which blanks are left, and Escape gives Tab back', async () => {
    const { root, area, open, press, says, text } = await helped({ templates });
    await open();
    await press('Pack shot');
    await says('Still to fill in: product and surface.');
    await sendKeys({ press: 'Escape' });
    await sendKeys({ press: 'Tab' });
    expect(root.activeElement).not.to.equal(area);
    area.focus();
    area.select();
    await sendKeys({ type: 'A [bracket] of my own' });
    await until(() => !text().includes('Still to fill in') || undefined, 'no blank left');
  });

  it('give the text before them back', async () => {
    const { open, write, press, says, wrote, text } = await helped({ templates });
    await write('My own words');
    await open();
    await press('Pack shot');
    await says('The prompt was replaced.');
    await press('Undo');
    await wrote('My own words');
    expect(text()).not.to.include('Still to fill in');
  });
});

describe('<video-generator>: another wording of the prompt', () => {
  it('shows what would change, and changes nothing until it is used; undo brings the text back', async () => {
    const asked: unknown[] = [];
    const enhance: PromptHelp['enhance'] = async (draft) => {
      asked.push(draft.prompt, draft.model);
      return 'A small cat walks slowly';
    };
    const { area, open, write, press, find, all, wrote, says } = await helped({ enhance });
    await write('A cat walks fast');
    await open();
    await press('Improve the wording');
    await find('.difference');
    expect(asked).to.deep.equal(['A cat walks fast', 'my-own']);
    expect(area.value).to.equal('A cat walks fast');
    const said = (selector: string) => all(selector).map((part) => part.textContent?.trim());
    expect(said('.difference del')).to.deep.equal(['removed: fast']);
    expect(said('.difference ins')).to.deep.equal(['added: small', 'added: slowly']);
    await press('Use');
    await wrote('A small cat walks slowly');
    await says('The prompt was replaced.');
    await press('Undo');
    await wrote('A cat walks fast');
  });

  it('keeps the text, and brings one back to the button', async () => {
    const { root, area, open, write, press, find, all } = await helped({ enhance: async () => 'Something else' });
    await write('Mine');
    await open();
    await press('Improve the wording');
    await find('.difference');
    await press('Keep mine');
    expect(all('.difference')).to.deep.equal([]);
    expect(area.value).to.equal('Mine');
    await until(() => root.activeElement?.textContent?.trim() === 'Improve the wording' || undefined, 'the focus');
  });

  it('aborts when it is canceled, and when the panel is closed', async () => {
    const signals: AbortSignal[] = [];
    const enhance: PromptHelp['enhance'] = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const { open, write, press, find, control } = await helped({ enhance });
    await write('A kite');
    await open();
    await press('Improve the wording');
    await press('Cancel');
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
    expect((await control('Improve the wording')).getAttribute('aria-disabled')).to.equal('false');
    await press('Improve the wording');
    (await find('[data-opens="help"]')).click();
    await until(() => signals[1]?.aborted || undefined, 'the second one aborted');
  });

  it('says beside the button what went wrong, and that nothing better was found', async () => {
    const answers: (() => Promise<string>)[] = [() => Promise.reject(new VoxreelError('network', 'No answer.')), async () => ' A kite '];
    const errors: string[] = [];
    const enhance = () => answers.shift()?.() ?? Promise.reject(new Error('Oh'));
    const { open, write, press, find, element } = await helped({ enhance });
    element.addEventListener('video-error', ({ error }) => errors.push(`${error.code}: ${error.message}`));
    await open();
    const note = await find('#enhance-note');
    const noted = (text: string) => until(() => note.textContent?.trim() === text || undefined, text);
    await noted('Write a prompt first.');
    await write('A kite');
    await press('Improve the wording');
    await noted('The service cannot be reached. Check your connection, then try again.');
    await press('Improve the wording');
    await noted('No better wording was found.');
    await press('Improve the wording');
    await noted('The wording could not be improved. Try again.');
    await expect(element).to.be.accessible();
    expect(errors).to.deep.equal(['network: No answer.', 'enhance_failed: Oh']);
  });
});

describe('<video-generator>: earlier prompts', () => {
  it('are each there once, found by words, and reached by the arrows', async () => {
    const tasks = past('A kite', 'Herons at dawn', 'A kite', 'Rain', 'Snow', 'Fog over herons', 'Wind', 'Hail');
    const { root, open, all, find, wrote, says } = await helped({}, { tasks });
    await open();
    const prompts = () => all('.past-prompt').map((prompt) => prompt.textContent?.trim());
    expect(prompts()).to.deep.equal(['A kite', 'Herons at dawn', 'Rain', 'Snow', 'Fog over herons', 'Wind', 'Hail']);
    const search = await find<HTMLInputElement>('.past input');
    search.focus();
    await sendKeys({ type: 'herons' });
    await until(() => prompts().length === 2 || undefined, 'two of them');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    expect(root.activeElement?.textContent?.trim()).to.equal('Fog over herons');
    await sendKeys({ press: 'Enter' });
    await wrote('Fog over herons');
    search.focus();
    await sendKeys({ type: ' nowhere' });
    await says('No earlier prompt has these words.');
  });

  it('take the place of what is written, which can be taken back', async () => {
    const { open, write, press, wrote } = await helped({}, { tasks: past('A kite') });
    await write('Half a thought');
    await open();
    await press('A kite');
    await wrote('A kite');
    await press('Undo');
    await wrote('Half a thought');
  });
});

describe('<video-generator>: a user who signs out', () => {
  it('leaves no text to bring back', async () => {
    const { element, open, write, press, says, wrote, find, all } = await helped({ templates: [{ label: 'Short', text: 'Fog' }] });
    await write('My own words');
    await open();
    await press('Short');
    await says('The prompt was replaced.');
    await element.forget();
    await wrote('');
    await write('Fog');
    (await find('[data-opens="help"]')).click();
    await find('#panel .phrase');
    expect(all('.replaced')).to.deep.equal([]);
  });
});

describe('<video-generator>: a negative prompt', () => {
  const keepsOut = defineProvider({ id: 'keeps-out', models: ['keeps-out-1'], ui: { negative_prompt: { label: 'Keep out' } } });
  const set = (element: VideoGenerator) =>
    Object.assign(element, { providers: [keepsOut], models: 'keeps-out-1, my-own', model: 'keeps-out-1' });

  it('has an area of its own with wordings to choose from, and is sent in the field of the model', async () => {
    const { open, write, press, find, sent, element, all } = await helped({}, { set });
    await write('A street');
    await open('metadata.negative_prompt');
    await expect(element).to.be.accessible();
    await press('Blur');
    await press('People');
    const area = await find<HTMLTextAreaElement>('#negative-prompt');
    await until(() => area.value === 'blur, low quality, people' || undefined, 'both wordings');
    await press('Blur');
    await until(() => area.value === 'people' || undefined, 'one of them');
    expect(all('#panel .phrase[aria-pressed="true"]').map((chip) => chip.textContent?.trim())).to.deep.equal(['People']);
    await press('Generate');
    expect(await until(sent, 'a draft')).to.deep.include({ metadata: { negative_prompt: 'people' } });
  });

  it('is not offered where the model takes none', async () => {
    const { all, find, element } = await helped({}, { set });
    await find('[data-opens="metadata.negative_prompt"]');
    element.model = 'my-own';
    await until(() => all('[data-opens="metadata.negative_prompt"]').length === 0 || undefined, 'no chip');
  });
});
