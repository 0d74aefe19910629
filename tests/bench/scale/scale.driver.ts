// The clients of `npm run bench cable`, for this benchmark's own build.
import '../cable/cable.driver';
