// The least a lit element can be: one button. What our elements are measured against.
import { css, html, LitElement } from 'lit';

class BareLit extends LitElement {
  static styles = css`
    button {
      color: green;
    }
  `;

  render() {
    return html`<button type="button">Press</button>`;
  }
}
customElements.define('bare-lit', BareLit);
