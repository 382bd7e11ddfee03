"use strict";
// The kit for JavaScript (kits/javascript) with its finished example in place of the stub.

const { serve } = require("../../kits/javascript/adapter.js");

serve(require("../../kits/javascript/example/engine.js"));
