/** Texts of the program by language. */
export const TEXTS = {
  en: {
    help: `Creates a Telegram mini app that connects TON wallets.

  npm create prichal [FOLDER] [-- OPTIONS]

  --backend node|go|python|none   an API that knows the user, and sign-in in the app (none)
  --bridge                        a Compose file for the Prichal server with its bridge
  --yes, -y                       asks nothing
  --help, -h                      prints this text
`,
    askFolder: (folder) => `Folder of the app (${folder}): `,
    askBackend: 'Backend with sign-in: none, node, go or python (none): ',
    askBridge: 'Add a Compose file with a bridge? (y/N): ',
    done: (folder, steps) =>
      `\nThe app is in ${folder}. Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}\n`,
    errors: {
      option: (option) => `${option}: unknown or incomplete option. Fix: see --help`,
      folders: (folder) => `${folder}: a second folder. Fix: name one folder`,
      backend: (name) => `--backend: unknown value "${name}". Fix: use node, go, python or none`,
      notEmpty: (folder) =>
        `folder: "${folder}" is not empty. Fix: name a new folder, or empty this one`,
      notFolder: (folder) => `folder: "${folder}" is a file. Fix: name a new folder`,
      system: ({ path, code }) =>
        `folder: cannot write "${path}" (${code}). Fix: name a folder that you can write to`,
    },
  },
  ru: {
    help: `Создаёт мини-приложение Telegram, которое подключает кошельки TON.

  npm create prichal [ПАПКА] [-- ПАРАМЕТРЫ]

  --backend node|go|python|none   API, который знает пользователя, и вход в приложении (none)
  --bridge                        файл Compose для сервера Prichal с мостом
  --yes, -y                       без вопросов
  --help, -h                      эта справка
`,
    askFolder: (folder) => `Папка приложения (${folder}): `,
    askBackend: 'Бэкенд со входом: none, node, go или python (none): ',
    askBridge: 'Добавить файл Compose с мостом? (y/N): ',
    done: (folder, steps) =>
      `\nПриложение создано в ${folder}. Дальше:\n\n${steps.map((step) => `  ${step}\n`).join('')}\n`,
    errors: {
      option: (option) => `${option}: параметр неизвестен или неполон. Решение: см. --help`,
      folders: (folder) => `${folder}: вторая папка. Решение: укажите одну папку`,
      backend: (name) =>
        `--backend: неизвестное значение «${name}». Решение: укажите node, go, python или none`,
      notEmpty: (folder) =>
        `папка: «${folder}» не пуста. Решение: укажите новую папку или очистите эту`,
      notFolder: (folder) => `папка: «${folder}» — это файл. Решение: укажите новую папку`,
      system: ({ path, code }) =>
        `папка: не удалось записать «${path}» (${code}). Решение: укажите папку, доступную для записи`,
    },
  },
};
