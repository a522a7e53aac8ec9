import { launchUser } from '@prichal/telegram';

const en = {
  intro: 'Connect a TON wallet to see its address and to sign a transfer.',
  address: 'Your address',
  transfer: 'Transfer',
  transferNote: 'Sends 0.01 TON from your wallet to itself.',
  send: 'Send 0.01 TON',
  waiting: 'Confirm the transfer in your wallet',
  sent: 'The transfer is sent',
  declined: 'You declined the transfer',
  failed: 'The transfer failed. Try again',
};

const ru: typeof en = {
  intro: 'Подключите кошелёк TON, чтобы увидеть его адрес и подписать перевод.',
  address: 'Ваш адрес',
  transfer: 'Перевод',
  transferNote: 'Отправляет 0,01 TON из вашего кошелька ему же.',
  send: 'Отправить 0,01 TON',
  waiting: 'Подтвердите перевод в кошельке',
  sent: 'Перевод отправлен',
  declined: 'Вы отклонили перевод',
  failed: 'Перевод не удался. Попробуйте ещё раз',
};

/** The language of the Telegram client, otherwise of the browser. */
export const language = (launchUser('language_code') ?? navigator.language).startsWith('ru')
  ? 'ru'
  : 'en';

export const texts = { en, ru }[language];
