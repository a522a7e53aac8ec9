import type { Dictionary } from './en.js';

/* Brazilian Portuguese. */
export const pt: Dictionary = {
  close: 'Fechar',
  gotIt: 'Entendi',
  cancel: 'Cancelar',
  back: 'Voltar',
  retry: 'Tentar de novo',
  copyLink: 'Copiar link',
  linkCopied: 'Link copiado',
  copyFailed: 'Não foi possível copiar',
  yourWallet: 'Sua carteira',

  universal: {
    title: 'Conecte sua carteira TON',
    scan: 'Escaneie o código com o app da sua carteira',
    availableWallets: 'Carteiras disponíveis',
    codeIsFor: (names) => `Este código é para ${names}.`,
    othersBelow: 'As outras estão logo abaixo.',
    openOnTelegram: 'Abrir Wallet no Telegram',
    chooseOther: 'Ou escolha outra carteira',
    qrTab: 'QR Code',
    viewAll: 'Todas as carteiras',
    whatIsWallet: 'O que é uma carteira?',
  },

  qr: {
    name: 'QR Code: copiar o link dele',
    loading: 'Preparando o QR Code',
    openLink: 'Abrir link',
  },

  tile: {
    walletIn: 'Wallet no',
    telegram: 'Telegram',
    recent: 'Recente',
    installed: 'Instalada',
    popular: 'Popular',
    unsupported: (name) => `${name} não é compatível com este app`,
  },

  all: {
    title: 'Carteiras',
    loading: 'Carregando a lista de carteiras',
    empty: 'Nenhuma carteira encontrada',
    search: 'Buscar carteira',
    found: (count) => `Resultados: ${count}`,
    nothing: (query) => `Nenhum resultado para “${query}”`,
    unsupportedBelow: 'As carteiras abaixo não têm todos os recursos deste app',
  },

  wallet: {
    scan: (name) => `Escaneie o código com a câmera do celular ou com ${name}`,
    goOn: {
      app: (name) => `Continue em ${name}…`,
      extension: (name) => `Continue na extensão ${name}…`,
      desktop: (name) => `Continue em ${name} no computador…`,
    },
    unreached: (name) =>
      `Sem conexão com ${name}. Tentando de novo… Verifique sua rede ou escolha outra carteira.`,
    blocked: (name) => `O navegador não deixou abrir ${name}. Toque no botão abaixo.`,
    silent: (name) => `${name} ainda não respondeu. Procure a janela dela neste navegador.`,
    toMainNetwork: (name) => `Mude ${name} para a rede principal da TON e tente de novo`,
    toTestNetwork: (name) => `Mude ${name} para a rede de testes da TON e tente de novo`,
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

  request: {
    sending: 'Enviando a solicitação…',
    silent: (name) =>
      `Ainda sem conexão com ${name}; continuamos tentando. Verifique sua rede ou a VPN.`,
    stuck:
      'Nada foi enviado: uma parte da página não carregou. Verifique sua conexão e tente de novo.',
    timeLeft: (time) => `Tempo restante: ${time}`,
    asked: {
      to: (address) => `para ${address}`,
      toSelf: 'para seu próprio endereço',
      messages: (count) => `mensagens: ${count}`,
      text: 'Texto para assinar',
      binary: 'Dados binários para assinar',
      cell: 'Dados de contrato (uma célula) para assinar',
    },
    unsent: 'Nada foi enviado à carteira.',
    failed: 'A solicitação terminou com um erro.',
    expired: {
      title: 'O tempo acabou',
      text: 'A carteira agora recusa esta solicitação. Se você confirmou a tempo, veja na carteira.',
    },
    left: {
      title: 'Paramos de esperar',
      text: 'Se a solicitação ainda estiver aberta na carteira, recuse-a lá também.',
    },
    late: {
      'transaction-sent': 'A transação acabou sendo enviada',
      'data-signed': 'Os dados acabaram sendo assinados',
      text: 'A carteira confirmou depois que paramos de esperar.',
    },
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
    'wallet-disconnected': {
      title: 'Carteira desconectada',
      text: (name) => `${name} não está mais conectada a este app.`,
    },
  },

  failure: {
    title: 'Algo deu errado',
    text: 'Não foi possível mostrar as carteiras. Feche a janela e abra de novo.',
  },
};
