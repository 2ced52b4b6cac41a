// axe over a part of a page: everything it knows of WCAG 2.2 AA and of good habits, but what is said of whole pages.
import 'axe-core';
import type { AxeResults, Spec } from 'axe-core';

/** A script of before modules: it leaves one global. */
const { axe } = globalThis as unknown as {
  readonly axe: { configure(spec: Spec): void; run(root: HTMLElement, options: object): Promise<AxeResults> };
};

axe.configure({ rules: ['region', 'page-has-heading-one', 'landmark-one-main', 'bypass'].map((id) => ({ id, enabled: false })) });

/** All that another scheme can change. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** Each as one readable line: the rule, and what it was found on. */
export async function violationsIn(root: HTMLElement, only?: readonly string[]): Promise<string[]> {
  const { violations } = await axe.run(root, { resultTypes: ['violations'], ...(only === undefined ? {} : { runOnly: only }) });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
