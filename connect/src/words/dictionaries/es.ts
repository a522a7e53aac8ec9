import type { Dictionary } from './en.js';

export const es: Dictionary = {
  close: 'Cerrar',
  gotIt: 'Entendido',
  cancel: 'Cancelar',
  back: 'Atrás',
  retry: 'Reintentar',
  copyLink: 'Copiar enlace',
  linkCopied: 'Enlace copiado',
  copyFailed: 'No se pudo copiar',
  yourWallet: 'Tu billetera',

  universal: {
    title: 'Conecta tu billetera TON',
    scan: 'Escanea el código con la app de tu billetera',
    availableWallets: 'Billeteras disponibles',
    codeIsFor: (names) => `Este código es para ${names}.`,
    othersBelow: 'Las demás están más abajo.',
    openOnTelegram: 'Abrir Wallet en Telegram',
    chooseOther: 'O elige otra billetera',
    qrTab: 'Código QR',
    viewAll: 'Todas las billeteras',
    whatIsWallet: '¿Qué es una billetera?',
  },

  qr: {
    name: 'Código QR: copiar su enlace',
    loading: 'Preparando el código QR',
    openLink: 'Abrir enlace',
  },

  tile: {
    walletIn: 'Wallet en',
    telegram: 'Telegram',
    recent: 'Reciente',
    installed: 'Instalada',
    popular: 'Popular',
    unsupported: (name) => `${name} no es compatible con esta app`,
  },

  all: {
    title: 'Billeteras',
    loading: 'Cargando la lista de billeteras',
    empty: 'No se encontraron billeteras',
    search: 'Buscar billetera',
    found: (count) => `Resultados: ${count}`,
    nothing: (query) => `No hay resultados para «${query}»`,
    unsupportedBelow: 'Estas billeteras no admiten todas las funciones de la app',
  },

  wallet: {
    scan: (name) => `Escanea el código con la cámara del teléfono o con ${name}`,
    goOn: {
      app: (name) => `Continúa en ${name}…`,
      extension: (name) => `Continúa en la extensión de ${name}…`,
      desktop: (name) => `Continúa en ${name} para escritorio…`,
    },
    unreached: (name) =>
      `No hay conexión con ${name}. Volvemos a intentarlo… Revisa tu red o elige otra billetera.`,
    blocked: (name) => `El navegador no dejó abrir ${name}. Pulsa el botón de abajo.`,
    silent: (name) => `${name} aún no responde. Busca su ventana en este navegador.`,
    toMainNetwork: (name) => `Cambia ${name} a la red principal de TON e inténtalo de nuevo`,
    toTestNetwork: (name) => `Cambia ${name} a la red de pruebas de TON e inténtalo de nuevo`,
    preparing: 'Preparando la conexión…',
    open: (name) => `Abrir ${name}`,
    openAgain: (name) => `Volver a abrir ${name}`,
    get: (name) => `Obtener ${name}`,
    update: (name) => `Actualizar ${name}`,
    modes: 'Cómo conectar',
    mobile: 'Móvil',
    extension: 'Extensión',
    desktop: 'Escritorio',
    showQr: 'Mostrar código QR',
    chooseAnother: 'Elegir otra billetera',
    problem: {
      declined: () => 'Conexión rechazada',
      'missing-features': (name) =>
        `Actualiza ${name}: tu versión no tiene las funciones que necesita esta app`,
      'not-supported': (name) =>
        `${name} no admite esta acción. Conecta otra billetera que la admita.`,
      'wrong-network': (name) => `Cambia de red en ${name} e inténtalo de nuevo`,
      'not-injected': (name) => `Parece que no tienes la extensión de ${name}`,
      'not-found': () => 'No se encontró la billetera',
      other: (name) => `No se pudo conectar ${name}`,
    },
  },

  offline: {
    noNetwork: 'Sin conexión. Seguiremos cuando vuelva la red.',
    noList: 'No se pudo cargar la lista de billeteras.',
  },

  info: {
    title: '¿Qué es una billetera?',
    assetsTitle: 'Tus activos, a salvo',
    assets: 'Una billetera guarda y protege tus activos digitales: TON, tokens y coleccionables.',
    identityTitle: 'Tu identidad en Web3',
    identity:
      'Entra en aplicaciones descentralizadas sin contraseñas y decide qué pueden saber de ti.',
    transactionsTitle: 'Transacciones sencillas',
    transactions: 'Envía, recibe y controla tus criptomonedas con unos pocos toques.',
    getWallet: 'Obtener una billetera',
  },

  action: {
    'confirm-transaction': 'Confirma la transacción',
    'confirm-sign-data': 'Firma los datos',
    here: (name) => `Revisa la solicitud en ${name} y confírmala allí.`,
    extension: (name) => `Busca la ventana de ${name} en este navegador.`,
    through: () => 'Confirma la solicitud en la billetera que conectaste.',
    elsewhere: (name) => `Abre ${name} en tu otro dispositivo: la solicitud te espera allí.`,
  },

  request: {
    sending: 'Enviando la solicitud…',
    silent: (name) =>
      `Aún no hay conexión con ${name}; seguimos intentándolo. Revisa tu red o la VPN.`,
    stuck:
      'No se envió nada: una parte de la página no se cargó. Revisa tu conexión e inténtalo de nuevo.',
    timeLeft: (time) => `Tiempo restante: ${time}`,
    asked: {
      to: (address) => `a ${address}`,
      toSelf: 'a tu propia dirección',
      messages: (count) => `mensajes: ${count}`,
      text: 'Texto para firmar',
      binary: 'Datos binarios para firmar',
      cell: 'Datos de contrato (una celda) para firmar',
    },
    unsent: 'No se envió nada a la billetera.',
    failed: 'La solicitud terminó con un error.',
    expired: {
      title: 'Se acabó el tiempo',
      text: 'La billetera ya rechaza esta solicitud. Si la confirmaste a tiempo, compruébalo en la billetera.',
    },
    left: {
      title: 'Hemos dejado de esperar',
      text: 'Si la solicitud sigue abierta en la billetera, recházala allí también.',
    },
    late: {
      'transaction-sent': 'La transacción se envió al final',
      'data-signed': 'Los datos se firmaron al final',
      text: 'La billetera la confirmó cuando ya habíamos dejado de esperar.',
    },
  },

  toast: {
    region: 'Avisos',
    close: 'Cerrar el aviso',
    confirm: 'Confirma la operación en tu billetera',
    waits: (name) => `${name} espera tu confirmación.`,
    'transaction-sent': {
      title: 'Transacción enviada',
      text: 'La red la procesará en unos segundos.',
    },
    'transaction-canceled': { title: 'Transacción cancelada', text: 'Tu saldo no ha cambiado.' },
    'data-signed': { title: 'Datos firmados', text: 'La app ha recibido tu firma.' },
    'sign-data-canceled': { title: 'Firma cancelada', text: 'La app no ha recibido tu firma.' },
    'wallet-disconnected': {
      title: 'Billetera desconectada',
      text: (name) => `${name} ya no está conectada a esta app.`,
    },
  },

  failure: {
    title: 'Algo salió mal',
    text: 'No se pudieron mostrar las billeteras. Cierra la ventana y vuelve a abrirla.',
  },
};
