// Buttons that copy the code they stand under.
for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', async () => {
    const code = button.parentElement.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      // Only https and localhost may write to the clipboard: the code is selected, ready for the keyboard.
      getSelection().selectAllChildren(code);
    }
  });
