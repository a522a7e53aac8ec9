/*
 * Clears what earlier test files have left in the tab: launch parameters in the session storage,
 * which would make the page Telegram's, and a connected wallet, which would be first in the list.
 */
sessionStorage.clear();
localStorage.clear();

/*
 * A test that opens a real window sends its own page, and every later one, to the background, where
 * frames and clicks take seconds. Tests that check opened windows replace this again.
 */
const nowhere = { opener: null, closed: false, close: () => undefined };

window.open = () => nowhere as unknown as Window;
