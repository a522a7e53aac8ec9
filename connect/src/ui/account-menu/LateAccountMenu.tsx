import { useState } from 'react';
import type { AccountMenuProps } from '../../core/internals.js';
import { firstWords } from '../../core/language/button-words.js';
import { useUiState } from '../../core/store.js';
import * as styles from '../connect-button/connect-button.module.css';
import { useConnectedChunk } from '../use-connected-chunk.js';

/**
 * The account menu. Its code loads when a wallet is connected, and again at a press on the address. If that
 * fails, an error is shown under the button until the next press.
 */
export function LateAccountMenu(props: AccountMenuProps) {
  const { internals, open, onClose } = props;
  const state = useUiState(internals);
  const [lost, setLost] = useState(false);
  const chunk = useConnectedChunk(internals, state.wallet !== null, open, () => {
    setLost(true);
    onClose();
  });
  if (chunk) return <chunk.AccountMenu {...props} />;
  return (
    lost &&
    !open && (
      <span role="alert" className={styles.problem}>
        {firstWords(state).notLoaded}
      </span>
    )
  );
}
