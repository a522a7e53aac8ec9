import type { Language } from '../language.js';

/** Brazilian Portuguese. */
export const pt: Language = {
  button: {
    connectWallet: 'Conectar carteira',
    restoring: 'Restaurando a conexão',
    retry: 'Tentar de novo',
    reload: 'Recarregar página',
    notLoaded: 'Não foi possível carregar. Verifique a conexão.',
    account: 'Carteira',
    copy: 'Copiar endereço',
    copied: 'Endereço copiado!',
    copyFailed: 'Não foi possível copiar',
    explorer: 'Ver no explorador',
    disconnect: 'Desconectar',
    testnet: 'Rede de testes',
  },
  words: async () => (await import('../dictionaries/pt.js')).pt,
};
