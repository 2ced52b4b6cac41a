// The local service: draws videos and answers by rules, without a key. It needs Node, so it runs beside the worker, which `npm start` tells where.
import { createLocalService } from 'voxreel/local';

const local = createLocalService();
const { url } = await local.listen();

export const variables = { LOCAL_URL: url, LOCAL_KEY: local.key };
