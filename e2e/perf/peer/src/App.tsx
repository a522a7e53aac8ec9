import { backButton, miniApp, useSignal } from '@tma.js/sdk-react';
import { THEME, TonConnectUIProvider } from '@tonconnect/ui-react';
import { useEffect } from 'react';
import { Footer } from './Footer';
import { Header } from './Header';
import { About, Buy, Home, Wheel } from './pages';
import { usePath } from './router';

const PAGES = { '/': Home, '/wheel': Wheel, '/about': About, '/buy-prichal': Buy } as const;

const isPage = (path: string): path is keyof typeof PAGES => path in PAGES;

/** Telegram's Back leads to the previous page. */
function useBackButton(isHome: boolean): void {
  useEffect(() => {
    if (isHome) backButton.hide.ifAvailable();
    else backButton.show.ifAvailable();
  }, [isHome]);
  useEffect(() => {
    const goBack = () => history.back();
    backButton.onClick.ifAvailable(goBack);
    return () => {
      backButton.offClick.ifAvailable(goBack);
    };
  }, []);
}

export function App() {
  const path = usePath();
  const isDark = useSignal(miniApp.isDark);
  const pagePath = isPage(path) ? path : '/';
  const Page = PAGES[pagePath];
  useBackButton(pagePath === '/');
  useEffect(() => {
    miniApp.ready.ifAvailable();
  }, []);
  return (
    <TonConnectUIProvider
      manifestUrl={`${location.origin}/tonconnect-manifest.json`}
      language="ru"
      uiPreferences={{ theme: isDark ? THEME.DARK : THEME.LIGHT }}
    >
      <Header />
      <main className="main">
        <Page />
      </main>
      <Footer />
    </TonConnectUIProvider>
  );
}
