/** Where encoders keep the settings that findings name. */
export const obsStreaming = 'Settings → Output → Output Mode: Advanced → Streaming';
export const vmixOutput = 'Settings → Outputs → gear of the output';
export const vmixQuality = `${vmixOutput} → Quality → gear`;
export const larixConnection = 'Settings → Connections → the connection';
