import type { Language } from '../types/language.js';

/** Portuguese, as it is written in Brazil. */
export const pt: Language = {
  button: {
    connectWallet: 'Conectar carteira',
    restoring: 'Restaurando a conexão',
    account: 'Carteira',
    copy: 'Copiar endereço',
    copied: 'Endereço copiado!',
    disconnect: 'Desconectar',
  },
  words: async () => (await import('../dictionaries/pt.js')).pt,
};
