import type { Language } from '../language.js';

/** Spanish. */
export const es: Language = {
  button: {
    connectWallet: 'Conectar billetera',
    restoring: 'Restaurando la conexión',
    retry: 'Reintentar',
    reload: 'Recargar la página',
    notLoaded: 'No se pudo cargar. Comprueba la conexión.',
    account: 'Billetera',
    copy: 'Copiar dirección',
    copied: '¡Dirección copiada!',
    copyFailed: 'No se pudo copiar',
    explorer: 'Ver en el explorador',
    disconnect: 'Desconectar',
    testnet: 'Red de prueba',
  },
  words: async () => (await import('../dictionaries/es.js')).es,
};
