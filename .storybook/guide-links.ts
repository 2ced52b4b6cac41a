// Links between guides, which are files beside each other in the repository and pages of Storybook here.

interface MarkdownNode {
  readonly type: string;
  url?: string;
  readonly children?: readonly MarkdownNode[];
}

/** `./gateway.mdx#limits` as the address of that page. */
const pageOf = (url: string): string => url.replace(/^\.\/([\w-]+)\.mdx(?=$|#)/, '?path=/docs/guides-$1--docs');

/** A remark plugin. */
export const guideLinks = () => follow;

function follow(node: MarkdownNode): void {
  if (node.url !== undefined) node.url = pageOf(node.url);
  node.children?.forEach(follow);
}
