import type { Version } from '../types/dispatcher.js';
import type { RequestVersionEvent, ResponseVersionEvent } from '../types/events.js';

/** Makes the event that asks for a version. */
export const createRequestVersionEvent = (): RequestVersionEvent => ({ type: 'request-version' });

/** Makes the event that answers with a version. */
export const createResponseVersionEvent = (version: string): ResponseVersionEvent => ({
  type: 'response-version',
  version,
});

/** Copies both versions, and nothing else. */
export const createVersionInfo = ({
  ton_connect_sdk_lib,
  ton_connect_ui_lib,
}: Version): Version => ({ ton_connect_sdk_lib, ton_connect_ui_lib });
