import type { Dictionary } from './en.js';

/* As it is written in Brazil. */
export const pt: Dictionary = {
  close: 'Fechar',
  gotIt: 'Entendi',
  cancel: 'Cancelar',
  back: 'Voltar',
  retry: 'Tentar de novo',
  copyLink: 'Copiar link',
  linkCopied: 'Link copiado',
  copyFailed: 'Não foi possível copiar o link',
  yourWallet: 'Sua carteira',

  universal: {
    title: 'Conecte sua carteira',
    scan: 'Escaneie o código com o app da sua carteira',
    availableWallets: 'Carteiras disponíveis',
    codeIsFor: (names) => `Este código é para ${names}.`,
    othersBelow: 'As outras estão logo abaixo.',
    openOnTelegramOrSelect: 'Abra Wallet no Telegram ou escolha sua carteira',
    openOnTelegram: 'Abrir Wallet no Telegram',
    selectWallet: 'Escolha sua carteira',
    chooseOther: 'Ou escolha outro aplicativo',
    qrTab: 'QR Code',
    viewAll: 'Todas as carteiras',
    whatIsWallet: 'O que é uma carteira?',
  },

  qr: {
    name: 'QR Code com o link de conexão',
    loading: 'Preparando o QR Code',
    openLink: 'Abrir link',
  },

  tile: {
    walletIn: 'Wallet no',
    telegram: 'Telegram',
    recent: 'Recente',
    installed: 'Instalada',
    popular: 'Popular',
    unsupported: (name) => `${name} não é compatível com este serviço`,
  },

  all: {
    title: 'Carteiras',
    loading: 'Carregando a lista de carteiras',
    empty: 'Nenhuma carteira encontrada',
    search: 'Buscar carteira',
    found: (count) => `Resultados: ${count}`,
    nothing: (query) => `Nenhum resultado para “${query}”`,
    unsupportedBelow: 'As carteiras abaixo não têm todos os recursos deste serviço',
  },

  wallet: {
    scan: (name) => `Escaneie o código com a câmera do celular ou com ${name}`,
    goOn: {
      app: (name) => `Continue em ${name}…`,
      extension: (name) => `Continue na extensão ${name}…`,
      desktop: (name) => `Continue em ${name} no computador…`,
    },
    preparing: 'Preparando a conexão…',
    open: (name) => `Abrir ${name}`,
    openAgain: (name) => `Abrir ${name} de novo`,
    get: (name) => `Baixar ${name}`,
    update: (name) => `Atualizar ${name}`,
    modes: 'Como conectar',
    mobile: 'Celular',
    extension: 'Extensão',
    desktop: 'Computador',
    showQr: 'Mostrar QR Code',
    chooseAnother: 'Escolher outra carteira',
    problem: {
      declined: () => 'Conexão recusada',
      'missing-features': (name) =>
        `Atualize ${name}: sua versão não tem os recursos de que este app precisa`,
      'not-supported': (name) =>
        `${name} não permite esta ação. Conecte outra carteira que permita.`,
      'wrong-network': (name) => `Troque de rede em ${name} e tente de novo`,
      'not-injected': (name) => `Parece que você não tem a extensão ${name}`,
      'not-found': () => 'Carteira não encontrada',
      other: (name) => `Não foi possível conectar ${name}`,
    },
  },

  offline: {
    noNetwork: 'Sem conexão. Continuaremos quando a rede voltar.',
    noList: 'Não foi possível carregar a lista de carteiras.',
  },

  info: {
    title: 'O que é uma carteira?',
    assetsTitle: 'Seus ativos em segurança',
    assets: 'Uma carteira guarda e protege seus ativos digitais: TON, tokens e colecionáveis.',
    identityTitle: 'Sua identidade na Web3',
    identity: 'Entre em aplicativos descentralizados sem senha e decida o que eles podem ver.',
    transactionsTitle: 'Transações sem esforço',
    transactions: 'Envie, receba e acompanhe suas criptomoedas com poucos toques.',
    getWallet: 'Obter uma carteira',
  },

  action: {
    'confirm-transaction': 'Confirme a transação',
    'confirm-sign-data': 'Assine os dados',
    here: (name) => `Confira a solicitação em ${name} e confirme por lá.`,
    extension: (name) => `Procure a janela de ${name} neste navegador.`,
    through: () => 'Confirme a solicitação na carteira que você conectou.',
    elsewhere: (name) => `Abra ${name} no outro dispositivo: a solicitação espera por você lá.`,
  },

  toast: {
    region: 'Notificações',
    close: 'Fechar a notificação',
    confirm: 'Confirme a operação na sua carteira',
    waits: (name) => `${name} aguarda sua confirmação.`,
    'transaction-sent': {
      title: 'Transação enviada',
      text: 'A rede vai processá-la em alguns segundos.',
    },
    'transaction-canceled': { title: 'Transação cancelada', text: 'Seu saldo não mudou.' },
    'data-signed': { title: 'Dados assinados', text: 'O app recebeu sua assinatura.' },
    'sign-data-canceled': {
      title: 'Assinatura cancelada',
      text: 'O app não recebeu sua assinatura.',
    },
  },

  failure: {
    title: 'Algo deu errado',
    text: 'A janela da carteira falhou. Feche e abra de novo.',
  },
};
