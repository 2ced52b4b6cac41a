// What comes with the first message that has Markdown in it: its reader and its styles.
export { createMarkdownBody } from './markdown-body.js';
export { markdownStyles as styles } from './markdown.styles.js';
