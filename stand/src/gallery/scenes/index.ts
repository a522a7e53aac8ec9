import type { Scene, SceneGroup } from '../scene';
import { dialogScenes, noticeScenes } from './actions';
import { buttonScenes } from './button';
import { listScenes } from './list';
import { lookScenes } from './look';
import { sheetScenes } from './sheet';
import { walletScenes } from './wallet';

export const GROUPS: readonly SceneGroup[] = [
  { title: 'Wallet dialog', scenes: sheetScenes },
  { title: 'All wallets', scenes: listScenes },
  { title: 'One wallet', scenes: walletScenes },
  { title: 'Button and menu', scenes: buttonScenes },
  { title: 'Requests', scenes: dialogScenes },
  { title: 'Notices', scenes: noticeScenes },
  { title: 'Looks', scenes: lookScenes },
];

export const SCENES: readonly Scene[] = GROUPS.flatMap(({ scenes }) => scenes);
