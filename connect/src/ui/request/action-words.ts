import type { ActionState, AskedOfWallet } from '../../core/state.js';
import { isWalletConnect } from '../../core/wallets/ways-to-wallet.js';
import type { Dictionary } from '../../words/dictionaries/en.js';
import { shortAddress } from '../connect-button/button-state.js';

type Said = { title: string; text: string };

/** Returns the title and the text of a request's progress or result. */
export function wordsOf(action: ActionState, name: string, words: Dictionary): Said {
  const { name: stage, progress } = action;
  const { action: inModal, toast, request } = words;
  switch (stage) {
    case 'confirm-transaction':
    case 'confirm-sign-data':
      return { title: inModal[stage], text: waitingText(action, name, words) };
    case 'wallet-disconnected':
      return { title: toast[stage].title, text: toast[stage].text(name) };
    case 'transaction-sent':
    case 'data-signed':
      return progress === 'late'
        ? { title: request.late[stage], text: request.late.text }
        : toast[stage];
    default:
      if (progress === 'expired' || progress === 'left') return request[progress];
      if (progress === 'unsent') return { title: toast[stage].title, text: request.unsent };
      if (progress === 'failed') return { title: toast[stage].title, text: request.failed };
      return toast[stage];
  }
}

/** Returns the shorter title and text of a notice. */
export function noticeWordsOf(action: ActionState, name: string, words: Dictionary): Said {
  const { toast, request } = words;
  if (!action.name.startsWith('confirm')) return wordsOf(action, name, words);
  return action.sent
    ? { title: toast.confirm, text: toast.waits(name) }
    : { title: request.sending, text: name };
}

/** Returns the text of a pending request. Says that it is in the wallet only after its delivery. */
function waitingText(
  { progress, wallet, openWallet }: ActionState,
  name: string,
  { action, offline, request }: Dictionary,
): string {
  if (progress === 'stuck') return request.stuck;
  if (!navigator.onLine && wallet.provider === 'http') return offline.noNetwork;
  if (progress === 'silent') return request.silent(name);
  if (progress !== 'sent') return request.sending;
  if (openWallet) return action.here(name);
  if (isWalletConnect(wallet.device)) return action.through(name);
  return wallet.provider === 'injected' ? action.extension(name) : action.elsewhere(name);
}

/** Returns the amount of a transaction and the other details of a request. Empty if unreadable. */
export function askedInWords(
  asked: AskedOfWallet | null,
  ownAddress: string | null,
  language: string,
  { request: { asked: words } }: Dictionary,
): { amount: string; details: string } {
  if (asked?.kind !== 'transaction') return { amount: '', details: asked ? words[asked.kind] : '' };
  const { amount, recipient, messages } = asked;
  const details = [
    recipient !== null &&
      ((accountIn(recipient) === accountIn(ownAddress ?? '') && words.toSelf) ||
        words.to(shortAddress(recipient))),
    messages > 1 && words.messages(numberIn(language, String(messages))),
  ];
  return {
    amount: amount === null ? '' : `${numberIn(language, amount)}\u00a0TON`,
    details: details.filter(Boolean).join(' · '),
  };
}

/** Returns the part of a user-friendly address that is independent of its flags and checksum. */
const accountIn = (address: string): string => address.slice(2, 45);

/** Formats a decimal string for the language, without a loss of digits: an amount may have twenty. */
function numberIn(language: string, value: string): string {
  try {
    return new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(
      value as `${number}`,
    );
  } catch {
    // The key of a custom language may not be a language tag.
    return String(Number(value));
  }
}
