process.env.NEXT_TELEMETRY_DISABLED = '1';

export default { allowedDevOrigins: ['127.0.0.1'], poweredByHeader: false };
