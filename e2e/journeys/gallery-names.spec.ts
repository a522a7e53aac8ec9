import { type Look, openScene } from '../fixtures/gallery.ts';
import { expect, test } from '../fixtures/test.ts';

/** Accessibility trees of the screens that every user sees, in reading order. */
const READ: { scene: string; look: Look; tree: string }[] = [
  {
    scene: 'button-restoring',
    look: { lang: 'ru' },
    tree: `
      - banner:
        - button "Восстанавливаем подключение" [disabled]
    `,
  },
  {
    scene: 'menu',
    look: { lang: 'ru' },
    tree: `
      - banner:
        - button "Кошелёк UQCD…qEBI" [expanded]
      - region "Кошелёк":
        - menu "Кошелёк":
          - menuitem "Скопировать адрес"
          - menuitem "Открыть в обозревателе"
          - menuitem "Отключить"
    `,
  },
  {
    scene: 'universal',
    look: { lang: 'en' },
    tree: `
      - dialog "Connect your TON wallet":
        - button "What is a wallet"
        - heading "Connect your TON wallet" [level=2]
        - button "Close"
        - paragraph: Scan with your mobile wallet
        - 'button "QR code: copy its link"'
        - button "Copy link"
        - paragraph: /Tonkeeper, Anchor, Compass, and Buoy/
        - button "Wallet in Telegram"
        - button "Tonkeeper Popular"
        - button "Anchor"
        - button "View all wallets"
    `,
  },
  {
    scene: 'universal',
    look: { lang: 'ru', width: 390 },
    tree: `
      - dialog "Подключите кошелёк TON":
        - heading "Подключите кошелёк TON" [level=2]
        - button "Закрыть"
        - tabpanel "Кошельки":
          - button "Открыть Кошелёк в Telegram"
          - button "Tonkeeper Популярен"
          - button "Anchor"
          - button "Compass"
          - button "Все кошельки"
          - button "Что такое кошелёк?"
        - tablist "Подключите кошелёк TON":
          - tab "Кошельки" [selected]
          - tab "QR-код"
    `,
  },
  {
    scene: 'all-lacking',
    look: { lang: 'en', width: 390 },
    tree: `
      - dialog "Wallets":
        - button "Back"
        - heading "Wallets" [level=2]
        - button "Close"
        - searchbox "Search wallets"
        - button "Wallet in Telegram"
        - button "Quay"
        - paragraph: The wallets below don’t support all features of this app
        - button "Dinghy" [disabled]
        - button "Galley" [disabled]
    `,
  },
  {
    scene: 'desktop-qr',
    look: { lang: 'ru' },
    tree: `
      - dialog "Compass":
        - button "Назад"
        - heading "Compass" [level=2]
        - button "Закрыть"
        - tabpanel "Телефон":
          - paragraph: Отсканируйте код камерой телефона или в Compass
          - 'button "QR-код: скопировать его ссылку"'
          - button "Скопировать ссылку"
        - tablist "Как подключиться":
          - tab "Телефон" [selected]
          - tab "Расширение"
          - tab "Компьютер"
    `,
  },
  {
    scene: 'wallet-declined',
    look: { lang: 'en', width: 390 },
    tree: `
      - dialog "Harbour":
        - button "Back"
        - heading "Harbour" [level=2]
        - button "Close"
        - alert:
          - paragraph: Connection declined
          - button "Retry"
          - button "Show QR Code"
    `,
  },
  {
    scene: 'confirm-sent',
    look: { lang: 'ru', width: 390 },
    tree: `
      - dialog "Подтвердите транзакцию":
        - heading "Подтвердите транзакцию" [level=2]
        - button "Закрыть"
        - paragraph: Проверьте запрос в Harbour и подтвердите его.
        - button "Открыть Harbour ещё раз"
        - button "Отмена"
    `,
  },
  {
    scene: 'notice-over-dialog',
    look: { lang: 'en' },
    tree: `
      - dialog "Confirm transaction":
        - heading "Confirm transaction" [level=2]
        - region "Notices":
          - paragraph: Transaction sent
          - paragraph: The network will process it in a few seconds.
          - button "Close the notice"
    `,
  },
];

for (const { scene, look, tree } of READ) {
  test(`every control has a name for screen readers: ${scene}, ${look.lang}`, async ({
    page,
    server,
  }) => {
    await openScene(page, server.origin, scene, look);
    await expect(page.locator('body')).toMatchAriaSnapshot(tree);
  });
}
