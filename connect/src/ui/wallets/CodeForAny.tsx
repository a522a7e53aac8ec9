import { useEffect } from 'react';
import { languageOf } from '../../core/language/button-words.js';
import { anyWalletLink } from '../../core/links.js';
import { openWalletLink } from '../../core/open-link.js';
import { useUiSelector } from '../../core/store.js';
import { behindQr } from '../../core/wallets/ways-to-wallet.js';
import { Button } from '../controls/Button.js';
import { QrBlock, TonMark } from '../qr/QrBlock.js';
import { useSheet } from '../sheet/sheet-context.js';
import { listedName, useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { type ScreenProps, usable } from './screens.js';
import { useSheetRequest } from './use-open-request.js';
import * as styles from './wallets-modal.module.css';

/** One QR code for the first wallets, with their names. */
export function CodeForAny({ internals, wallets, phone, navigate }: ScreenProps) {
  const words = useWords();
  const { announce } = useSheet();
  const { universal, qr } = words;
  const language = useUiSelector(internals, languageOf);
  const offered = usable(wallets).map(({ wallet }) => wallet);
  const { bridges, names } = behindQr(offered);
  const { link, failure, unreached, retry } = useSheetRequest(
    internals,
    null,
    'qr',
    wallets && bridges,
  );
  // One name for each bridge, as under a working code.
  const lost = unreached
    .flatMap((url) => offered.find((one) => 'bridgeUrl' in one && one.bridgeUrl === url) ?? [])
    .map((one) => listedName(one, words));
  const trouble = lost.length > 0 ? words.wallet.unreached(listNames(lost, language)) : '';
  useEffect(() => announce(trouble), [announce, trouble]);
  if (wallets && bridges.length === 0) return null;
  if (failure) {
    return (
      <ConnectProblem
        wallets={wallets}
        navigate={navigate}
        failure={failure}
        picked={null}
        onRetry={retry}
      />
    );
  }
  return (
    <>
      {!phone && <p className={styles.subtitle}>{universal.scan}</p>}
      <QrBlock
        internals={internals}
        link={link && anyWalletLink(link, 'none')}
        picture={<TonMark />}
      >
        {phone && (
          <Button
            disabled={!link}
            onClick={() => void openWalletLink(anyWalletLink(link ?? '', 'back'))}
          >
            {qr.openLink}
          </Button>
        )}
      </QrBlock>
      <p className={styles.caption} data-lines="2">
        {trouble ||
          (names.length > 0 && (
            <>
              {universal.codeIsFor(listNames(names, language))}{' '}
              {!phone && offered.length > bridges.length && universal.othersBelow}
            </>
          ))}
      </p>
    </>
  );
}

/**
 * Joins names as a list in `language`: "A, B and C". The key of a custom language may not be a language tag.
 * Then the names are separated only by commas.
 */
export function listNames(names: readonly string[], language: string): string {
  try {
    return new Intl.ListFormat([language, 'en']).format(names);
  } catch {
    return names.join(', ');
  }
}
